/* sound.js - short notes for moves, refusals, the end, and when somebody is called. Off unless the visitor asks. */
import { settings } from './settings.js';

/** Pitches in hertz, one after the other. */
const TUNES = {
    move: [392],
    refused: [196, 185],
    end: [392, 494, 587],
    call: [523, 659],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {keyof typeof TUNES} name */
export function play(name) {
    if (!settings.get('sound'))
        return;
    context ??= new AudioContext();
    const start = context.currentTime;
    TUNES[name].forEach((pitch, i) => {
        if (!context)
            return;
        const tone = context.createOscillator(), volume = context.createGain();
        const from = start + i * 0.11;
        tone.type = 'triangle';
        tone.frequency.value = pitch;
        volume.gain.setValueAtTime(0.16, from);
        volume.gain.exponentialRampToValueAtTime(0.001, from + 0.18);
        tone.connect(volume).connect(context.destination);
        tone.start(from);
        tone.stop(from + 0.2);
    });
}
