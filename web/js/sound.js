/*
 * sound.js - sounds: a piece of wood for a move, two soft ones for a refusal, a few bells for the end and for the
 * visitor's turn. Browsers let a page be heard only after the first touch, click or key.
 */
import { settings } from './settings.js';

/** @type {AudioContext | null} */
let context = null;

/** The volume that was chosen, against the usual one: 10 steps, each as much louder as the next. */
const chosen = () => (settings.get('volume') / 6) ** 1.7;

/** @param {AudioContext} audio @param {number} volume @param {number} from  in seconds @param {number} length */
function fading(audio, volume, from, length) {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(volume * chosen(), from);
    gain.gain.exponentialRampToValueAtTime(0.0005, from + length);
    gain.connect(audio.destination);
    return gain;
}

/** A knock of wood: a short burst of noise and the body that answers it.
 * @param {AudioContext} audio @param {number} from @param {number} pitch @param {number} volume */
function knock(audio, from, pitch, volume) {
    const noise = audio.createBufferSource(), buffer = audio.createBuffer(1, 2048, audio.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i++)
        data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 6;
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch * 5;
    noise.buffer = buffer;
    noise.connect(filter).connect(fading(audio, volume, from, 0.06));
    noise.start(from);
    const body = audio.createOscillator();
    body.frequency.setValueAtTime(pitch, from);
    body.frequency.exponentialRampToValueAtTime(pitch * 0.7, from + 0.08);
    body.connect(fading(audio, volume * 0.7, from, 0.09));
    body.start(from);
    body.stop(from + 0.1);
}

/** @param {AudioContext} audio @param {number} from @param {number} pitch */
function bell(audio, from, pitch) {
    for (const [times, volume] of [[1, 0.09], [2.01, 0.03]]) {
        const tone = audio.createOscillator();
        tone.frequency.value = pitch * times;
        tone.connect(fading(audio, volume, from, 0.9));
        tone.start(from);
        tone.stop(from + 0.95);
    }
}

/** @type {Record<'move' | 'refused' | 'end' | 'call', (audio: AudioContext, now: number) => void>} */
const SOUNDS = {
    move: (audio, now) => knock(audio, now, 230, 0.35),
    refused: (audio, now) => [0, 0.11].forEach((after) => knock(audio, now + after, 110, 0.22)),
    end: (audio, now) => [392, 494, 587].forEach((pitch, i) => bell(audio, now + i * 0.16, pitch)),
    call: (audio, now) => [523, 659].forEach((pitch, i) => bell(audio, now + i * 0.14, pitch)),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
    if (!settings.get('sound') || navigator.userActivation?.hasBeenActive === false)
        return;
    context ??= new AudioContext();
    SOUNDS[name](context, context.currentTime);
}
