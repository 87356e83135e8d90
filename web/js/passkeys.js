/* passkeys.js - passkeys of this browser (WebAuthn): making one for a member, and signing in with one. */
import { t } from './i18n.js';
import { call } from './online.js';

/** @param {ArrayBuffer | null} bytes */
const encode = (bytes) => btoa(String.fromCharCode(...bytes ? new Uint8Array(bytes) : [])).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');

/** @param {string} text */
const decode = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

/** Browsers have passkeys on pages with a name, over HTTPS or from this machine. */
export const hasPasskeys = () => isSecureContext && !/^\[|^[\d.]+$/.test(location.hostname) &&
    typeof AuthenticatorAttestationResponse === 'function' && 'getAuthenticatorData' in AuthenticatorAttestationResponse.prototype;

/** Lets the browser answer; it says in English only why it does not. @param {Promise<Credential | null>} asked */
async function answerOf(asked) {
    const credential = /** @type {PublicKeyCredential | null} */ (await asked.catch(() => null));
    if (!credential)
        throw new Error(t('me.passkeyFailed'));
    return credential;
}

/** @param {object} body */
const finish = (body) => call('/passkeys/finish', { method: 'POST', body });

/** Adds a passkey for the member who is signed in. */
export async function addPasskey() {
    const { challenge, rp, user, algorithms, exclude, timeout, verification } =
        await call('/passkeys/begin', { method: 'POST', body: { for: 'register' } });
    const { id, response } = await answerOf(navigator.credentials.create({
        publicKey: {
            challenge: decode(challenge), rp, user: { ...user, id: decode(user.id) }, timeout, attestation: 'none',
            pubKeyCredParams: algorithms.map((/** @type {number} */ alg) => ({ type: 'public-key', alg })),
            excludeCredentials: exclude.map((/** @type {string} */ known) => ({ type: 'public-key', id: decode(known) })),
            authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: verification },
        },
    }));
    await finish({
        for: 'register', id, clientDataJSON: encode(response.clientDataJSON),
        authenticatorData: encode(/** @type {AuthenticatorAttestationResponse} */ (response).getAuthenticatorData()),
    });
}

/** Signs in as the member whose passkey the visitor chooses. @returns {Promise<import('./types.js').Member>} */
export async function signInByPasskey() {
    const { challenge, rp, timeout, verification } = await call('/passkeys/begin', { method: 'POST', body: { for: 'sign-in' } });
    const credential = await answerOf(navigator.credentials.get({
        publicKey: { challenge: decode(challenge), rpId: rp.id, timeout, userVerification: verification },
    }));
    const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
    return (await finish({
        for: 'sign-in', id: credential.id, clientDataJSON: encode(response.clientDataJSON), authenticatorData: encode(response.authenticatorData),
        signature: encode(response.signature), userHandle: encode(response.userHandle),
    })).member;
}
