// consumer.cpp - somebody's C++ program over an installed Tablier: an engine, a record, a picture.
#include <cstdio>
#include <memory>
#include <string>
#include <tablier.h>

int main()
{
    tb_setup setup;
    tb_error error;
    tb_move move;

    tb_setup_init(&setup, tb_game_find("orbital"), 2, nullptr);
    std::unique_ptr<tb_position, decltype(&tb_position_free)> start(
        tb_position_new(&setup, nullptr), tb_position_free);
    tb_position *position = start.get();
    TB_STRUCT(tb_engine_options, options);
    options.level = 2;
    std::unique_ptr<tb_engine, decltype(&tb_engine_free)> engine(
        tb_engine_new(&setup, &options, &error), tb_engine_free);
    std::unique_ptr<tb_record, decltype(&tb_record_free)> record(
        tb_record_new(position, nullptr, &error), tb_record_free);
    TB_STRUCT(tb_task, task);
    task.position = position;
    if (!engine || !record || tb_engine_search(engine.get(), &task, &move, &error) != TB_OK)
        return 1;
    char text[TB_MOVE_TEXT];
    tb_move_text(position, move, text, sizeof text);
    if (tb_match_play(tb_record_match(record.get()), text, &error) != TB_OK)
        return 1;
    std::unique_ptr<char, decltype(&tb_text_free)> written(
        tb_record_write(record.get(), TB_FORMAT_JSON), tb_text_free);
    std::string svg(1 << 16, '\0');
    if (tb_draw_svg(position, nullptr, &svg[0], svg.size(), &error) < 0)
        return 1;
    std::printf("%s", written.get());
    return std::string(written.get()).find("orbital") == std::string::npos;
}
