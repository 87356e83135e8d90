/*
 * refusal.c - the words and numbers of refusals, and their sentences in French.
 *
 * The sentences stand in the code in English, and here once more with their
 * translation, which takes the same arguments in the same order. The tests look
 * for sentences that are missing here.
 */
#include "server/refusal.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *english, *french;
} sentences[] = {
    /* ---- New games ---- */
    {"\"clock\" must be an object or null", "\"clock\" doit être un objet ou null"},
    {"a clock has days a move, or main time: not both",
     "une pendule donne des jours par coup, ou un temps en tout : pas les deux"},
    {"a clock without any time cannot be played with",
     "on ne peut pas jouer avec une pendule sans aucun temps"},
    {"the game would be over at once", "la partie serait aussitôt terminée"},
    {"each of \"seats\" must be an object", "chaque élément de \"seats\" doit être un objet"},
    {"a seat is for a \"person\" or a \"computer\"",
     "une place est pour \"person\" ou pour \"computer\""},
    {"a computer's seat needs a \"level\" from 1 to %d and is nobody's",
     "la place d'un ordinateur a un \"level\" de 1 à %d et n'est à personne"},
    {"\"seats\" must be a list of %d", "\"seats\" doit être une liste de %d"},
    {"at least one seat must be a person's", "il faut une personne à une place au moins"},
    {"these terms are too long", "ces conditions sont trop longues"},
    {"there is no free seat", "il n'y a pas de place libre"},

    /* ---- Messages and requests ---- */
    {"a JSON object is expected", "il faut un objet JSON"},
    {"this is not JSON: see line %d, column %d",
     "ceci n'est pas du JSON : voir ligne %d, colonne %d"},
    {"\"%s\" must be true or false", "\"%s\" doit être true ou false"},
    {"\"%s\" must be a number from %lld to %lld", "\"%s\" doit être un nombre de %lld à %lld"},
    {"\"%s\" must be a string", "\"%s\" doit être un texte"},
    {"\"%s\" is too long or has a zero byte", "\"%s\" est trop long ou contient un octet nul"},
    {"\"%s\" has a character that does not print",
     "\"%s\" contient un caractère qui ne s'affiche pas"},
    {"\"%s\" may have %d characters", "\"%s\" peut avoir %d caractères"},
    {"a body may have %d bytes", "une requête peut avoir %d octets"},
    {"an argument is too long", "un argument est trop long"},
    {"list must be open, running or finished", "list doit être open, running ou finished"},
    {"before must be what next said", "before doit être ce que next a dit"},
    {"limit must be a number from 1 to %d", "limit doit être un nombre de 1 à %d"},
    {"there is nothing at this address for this method",
     "il n'y a rien à cette adresse pour cette méthode"},
    {"there is no message of type \"%s\"", "il n'y a pas de message de type \"%s\""},
    {"\"answer\" must be offer, accept or decline",
     "\"answer\" doit être offer, accept ou decline"},
    {"a move needs \"seq\": the last number seen",
     "il faut \"seq\" avec un coup : le dernier numéro vu"},
    {"this is not a request about the game", "cette demande ne concerne pas la partie"},
    {"the first message must be hello", "le premier message doit être hello"},
    {"hello was said already; connect anew for another game",
     "hello a déjà été dit ; reconnectez-vous pour une autre partie"},
    {"this server speaks version %d", "ce serveur parle la version %d"},
    {"there is no such game, or the secret does not open it",
     "cette partie n'existe pas, ou le secret ne l'ouvre pas"},
    {"there is no such game, or it is private", "cette partie n'existe pas, ou elle est privée"},

    /* ---- In a game ---- */
    {"the seat is taken", "la place est prise"},
    {"the game is over", "la partie est terminée"},
    {"the game has not begun: a seat is free",
     "la partie n'a pas commencé : une place est libre"},
    {"the game was called off", "la partie a été annulée"},
    {"swap is not possible here", "swap n'est pas possible ici"},
    {"it is the turn of seat %d", "c'est à la place %d de jouer"},
    {"take the seat first", "prenez d'abord la place"},
    {"everyone has moved: resign, or offer a draw",
     "chacun a joué : abandonnez, ou proposez la nulle"},
    {"the next game has begun", "la partie suivante a commencé"},
    {"there is no move of yours to take back", "vous n'avez pas de coup à reprendre"},
    {"the game is not over yet", "la partie n'est pas encore terminée"},
    {"another offer stands; answer that first",
     "une autre offre attend ; répondez-y d'abord"},
    {"there is no such offer any more", "cette offre ne tient plus"},
    {"spectators only watch", "qui regarde ne joue pas"},

    /* ---- Too much, or not now ---- */
    {"too many games from your address; wait %d seconds",
     "trop de parties depuis votre adresse ; attendez %d secondes"},
    {"too many requests; wait %d seconds", "trop de requêtes ; attendez %d secondes"},
    {"too many wrong links; wait a minute", "trop de liens faux ; attendez une minute"},
    {"too much is waiting to be done; try again", "trop de demandes attendent ; réessayez"},
    {"pages of that site may not use this server",
     "les pages de ce site ne peuvent pas utiliser ce serveur"},
    {"the store cannot be reached at the moment; try again",
     "le serveur ne peut rien noter pour le moment ; réessayez"},
    {"the game could not be stored; try again", "la partie n'a pas pu être notée ; réessayez"},
    {"there is no memory left for this; try again", "la mémoire ne suffit pas ; réessayez"},
    {"out of memory; try again", "la mémoire ne suffit pas ; réessayez"},
};

static const char *translated(const char *english)
{
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (strcmp(sentences[i].english, english) == 0)
            return sentences[i].french;
    return english;
}

static const struct {
    const char *word;
    int status;
} rows[] = {
    [REFUSED_NOT] = {"ok", 200},
#define REFUSAL_ROW(name, word, status) [REFUSED_##name] = {word, status},
    REFUSALS(REFUSAL_ROW)
#undef REFUSAL_ROW
};

/* Takes away the beginning of a character that did not fit: JSON has only whole ones. */
static void end_whole(char *text)
{
    size_t length = strlen(text), last = length;

    while (last > 0 && (text[last - 1] & 0xc0) == 0x80)
        last--;
    if (last == 0)
        return;
    unsigned char lead = (unsigned char)text[last - 1];
    size_t bytes = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;

    if (length - (last - 1) < bytes)
        text[last - 1] = '\0';
}

static void write_french(struct refusal *refusal, const char *format, va_list arguments)
{
    struct text text = text_into(refusal->french, sizeof refusal->french);

    text_add_list(&text, format, arguments);
    end_whole(refusal->french);
}

bool refuse(struct refusal *refusal, enum refusal_code code, const char *format, ...)
{
    struct text text = text_into(refusal->text, sizeof refusal->text);
    va_list arguments;

    refusal->code = code;
    refusal->places[0] = '\0';
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    write_french(refusal, translated(format), arguments);
    va_end(arguments);
    return false;
}

bool refuse_words(struct refusal *refusal, enum refusal_code code, const char *english,
                  const char *french)
{
    refuse(refusal, code, "%s", english);
    snprintf(refusal->french, sizeof refusal->french, "%s", french);
    end_whole(refusal->french);
    return false;
}

const char *refusal_word(enum refusal_code code)
{
    return rows[code].word;
}

int refusal_status(enum refusal_code code)
{
    return rows[code].status;
}
