#!/usr/bin/python3
"""A window with nothing but a WebKit view, for WebKitWebDriver to drive.

WebKit's own MiniBrowser cannot be narrower than 447 pixels, and takes neither a language nor
a theme. Every window keeps its data to itself and forgets it. The interpreter is Debian's,
because the bindings are.
"""
import argparse

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--language", default="en-GB")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--still", action="store_true", help="prefer reduced motion")
    args, _ = parser.parse_known_args()

    look = Gtk.Settings.get_default()
    look.set_property("gtk-application-prefer-dark-theme", args.dark)
    look.set_property("gtk-enable-animations", not args.still)
    context = WebKit2.WebContext.new_ephemeral()
    context.set_preferred_languages([args.language])
    context.set_automation_allowed(True)

    def open_window(_session):
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        view.get_settings().set_enable_write_console_messages_to_stdout(True)
        window = Gtk.Window()
        window.set_default_size(args.width, args.height)
        window.add(view)
        window.show_all()
        return view

    def start(_context, session):
        about = WebKit2.ApplicationInfo.new()
        about.set_name("webkit-window")
        about.set_version(1, 0, 0)
        session.set_application_info(about)
        session.connect("create-web-view", open_window)

    context.connect("automation-started", start)
    Gtk.main()


main()
