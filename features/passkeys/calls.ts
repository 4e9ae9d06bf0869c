import { defineCalls } from '#contract/calls/define-calls.ts'
import { Done, SignedIn } from '#contract/users.ts'
import { CredentialOptions, NewPasskey, Passkey, PasskeyId, PasskeySignIn, Passkeys } from './contract.ts'

export const passkeyCalls = defineCalls({
  'GET /api/passkeys': {
    access: 'user',
    id: 'listPasskeys',
    summary: "List the caller's passkeys",
    answer: Passkeys,
  },
  'POST /api/passkeys/options': {
    access: 'recent user',
    id: 'beginPasskey',
    summary: 'Begin to add a passkey: for admins and packers',
    answer: CredentialOptions,
  },
  'POST /api/passkeys': {
    access: 'recent user',
    id: 'createPasskey',
    summary: 'Add the passkey that an authenticator has made',
    body: NewPasskey,
    status: 201,
    answer: Passkey,
  },
  'DELETE /api/passkeys/:id': {
    access: 'recent user',
    id: 'removePasskey',
    summary: "Remove one of the caller's passkeys",
    params: PasskeyId,
    answer: Done,
  },
  'POST /api/passkeys/challenge': {
    access: 'anyone',
    id: 'beginPasskeySignIn',
    summary: 'Begin to sign in with a passkey',
    answer: CredentialOptions,
  },
  'POST /api/passkeys/sign-in': {
    access: 'anyone',
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    body: PasskeySignIn,
    answer: SignedIn,
  },
})
