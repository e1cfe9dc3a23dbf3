import { capability } from '#platform/web/device/device.ts'

/* The library is loaded with the first press: most sign in without. */
const library = () => import('@simplewebauthn/browser')

/** Whether this device makes passkeys. */
export const canUsePasskeys = capability('canUsePasskeys', () => 'PublicKeyCredential' in window)

/** Whether a field can offer them among what it fills in. */
export const offersPasskeys = capability(
  'offersPasskeys',
  async () => canUsePasskeys() && ((await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false),
)

/** Makes a passkey of what the server wants one for; undefined: the person left it, or has one here already. */
export const makePasskey = capability('makePasskey', async (options) =>
  (await library()).startRegistration({ optionsJSON: options as never }).catch(() => undefined),
)

/** Has a passkey sign what the server wants signed; undefined: the person left it. `isOffered`: a field offers it until it is taken. */
export const signWithPasskey = capability('signWithPasskey', async (options, isOffered) =>
  (await library()).startAuthentication({ optionsJSON: options as never, useBrowserAutofill: isOffered }).catch(() => undefined),
)

/** Withdraws an offer that no one has taken. */
export const withdrawPasskeys = capability('withdrawPasskeys', async () => (await library()).WebAuthnAbortService.cancelCeremony())
