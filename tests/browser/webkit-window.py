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

# Runs before the page's scripts: keeps what a console would show in red, for webkit.js to fetch.
WATCH = """(() => {
    const said = globalThis.webkitSaid = [], error = console.error;
    console.error = (...args) => {
        said.push(args.join(' '));
        error.apply(console, args);
    };
    addEventListener('error', (event) => said.push(String(event.error ?? event.message)));
    addEventListener('unhandledrejection', (event) => said.push(String(event.reason)));
    addEventListener('securitypolicyviolation', (event) =>
        said.push(`${event.violatedDirective} forbids ${event.blockedURI}`));
})()"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--language", default="en-GB")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--still", action="store_true", help="prefer reduced motion")
    parser.add_argument("--pictures", action="store_true",
                        help="draw so that pictures can be taken, which costs more")
    args, _ = parser.parse_known_args()

    look = Gtk.Settings.get_default()
    look.set_property("gtk-application-prefer-dark-theme", args.dark)
    look.set_property("gtk-enable-animations", not args.still)
    context = WebKit2.WebContext.new_ephemeral()
    context.set_preferred_languages([args.language])
    context.set_automation_allowed(True)

    def open_window(_session):
        scripts = WebKit2.UserContentManager()
        scripts.add_script(WebKit2.UserScript.new(
            WATCH, WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START, None, None))
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True,
                               user_content_manager=scripts)
        if not args.pictures:
            view.get_settings().set_hardware_acceleration_policy(
                WebKit2.HardwareAccelerationPolicy.NEVER)
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
