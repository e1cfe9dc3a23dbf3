import { serverUrl } from '#platform/web/server-url.ts'

const LOST = 'It hasn’t gone. What you wrote is still here: press Send again when there’s signal.'

/**
 * Sends a message's form without leaving the page, so that a connection that is lost on the way loses neither what was typed nor the photo. Sent
 * twice it is one message: the form has an id of its own.
 */
export function keepMessage(form: HTMLFormElement): void {
  const told = document.createElement('p')
  told.setAttribute('role', 'alert')
  told.className = 'font-medium text-flag-ink empty:hidden'
  form.append(told)
  let isSending = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    told.textContent = ''
    void send(form).then((isHere) => {
      isSending = false
      if (!isHere) told.textContent = LOST
    })
  })
}

/** Returns false where it did not come through. */
async function send(form: HTMLFormElement): Promise<boolean> {
  const { pathname } = location
  const answer = await fetch(serverUrl(pathname), { method: 'POST', body: new FormData(form) }).catch(() => undefined)
  if (!answer || answer.status >= 500 || answer.status === 429) return false
  // A refusal changes nothing, so the browser asks once more and shows it.
  if (!answer.redirected) {
    form.submit()
    return true
  }
  form.reset()
  if (new URL(answer.url).pathname === pathname) location.reload()
  else location.assign(`${answer.url}#answer`)
  return true
}
