import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { serverUrl } from '#platform/web/server-url.ts'

const UNREACHABLE = 'No connection. Try again when you have signal.'
const GIVEN_UP = 'No passkey was used. Try again, or ask for a code.'

/** The server's answer; `fault`: why it refused, as a sentence. */
type Answer = { body?: object; fault?: string }

/** Makes the parts of a page about passkeys work: `data-passkeys` of the settings, and `data-passkey-way` of the sign-in. */
export function servePasskeys(page: Document): void {
  if (!browserSupportsWebAuthn()) return
  for (const part of page.querySelectorAll<HTMLElement>('[data-passkeys], [data-passkey-way]')) part.hidden = false
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-passkeys] button'))
    button.addEventListener('click', () => void (button.value ? remove(button) : add(button)))
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-passkey-way] button'))
    button.addEventListener('click', () => void signIn({ button }))
  if (page.querySelector('[data-passkey-way]')) void offer()
}

/** The address field offers the passkeys of this device among what it fills in. */
async function offer() {
  if (!(await browserSupportsWebAuthnAutofill())) return
  // The server takes what was signed for five minutes: the offer is renewed before that.
  setInterval(() => void signIn({ isAutofill: true }), 4 * 60_000)
  await signIn({ isAutofill: true })
}

async function signIn({ button, isAutofill = false }: { button?: HTMLButtonElement; isAutofill?: boolean }) {
  const { body, fault } = await post('/api/my/passkeys/challenge')
  if (!body) return tell(button, fault)
  let signed: AuthenticationResponseJSON
  try {
    signed = await startAuthentication({ optionsJSON: body as PublicKeyCredentialRequestOptionsJSON, useBrowserAutofill: isAutofill })
  } catch {
    return tell(button, GIVEN_UP)
  }
  const used = await post('/api/my/passkeys/use', signed)
  if (used.fault) tell(button ?? document.querySelector<HTMLButtonElement>('[data-passkey-way] button') ?? undefined, used.fault)
  else location.assign('/my')
}

async function add(button: HTMLButtonElement) {
  const { body, fault } = await post('/api/my/passkeys/options')
  if (!body) return tell(button, fault)
  try {
    const made = await startRegistration({ optionsJSON: body as PublicKeyCredentialCreationOptionsJSON })
    settle(button, await post('/api/my/passkeys', made))
  } catch {
    tell(button, 'No passkey was made. This phone may have one for this page already.')
  }
}

const remove = async (button: HTMLButtonElement) =>
  settle(button, await send(`/api/my/passkeys/${encodeURIComponent(button.value)}`, { method: 'DELETE' }))

const settle = (button: HTMLButtonElement, { fault }: Answer) => (fault ? tell(button, fault) : location.reload())

/** Shows a sentence beside the button that was pressed; a passkey that was only offered is not spoken about. */
function tell(button: HTMLButtonElement | undefined, sentence: string | undefined) {
  const place = button?.closest('[data-passkeys], [data-passkey-way]')?.querySelector('[role=alert]')
  if (place) place.textContent = sentence ?? ''
}

const post = (path: `/api/my/${string}`, body?: object) =>
  send(path, { method: 'POST', ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) })

async function send(path: string, how: RequestInit): Promise<Answer> {
  const answer = await fetch(serverUrl(path), how).catch(() => undefined)
  if (!answer) return { fault: UNREACHABLE }
  const body = answer.status === 204 ? {} : ((await answer.json().catch(() => ({}))) as { message?: string })
  return answer.ok ? { body } : { fault: body.message ?? UNREACHABLE }
}
