/** Brings what the address of a message's link carries in its fragment into the form that uses it, and takes it out of the address. */
export function takeLinkToken(): void {
  const token = location.hash.slice(1)
  const field = document.querySelector<HTMLInputElement>('[data-link-token]')
  if (!field || !token) return
  field.value = token
  history.replaceState(null, '', location.pathname)
}
