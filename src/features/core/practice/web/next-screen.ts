/** The screen the user wanted before they were prompted to sign in; always one of this app's screens. */
export function nextScreen(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  // `//host` and `/\host` lead to another site.
  return /^\/(?![/\\])/.test(next) ? next : '/'
}

/** The address of a screen on the way there, which leads on to it. */
export const withNext = (href: string, next: string): string => (next === '/' ? href : `${href}?next=${encodeURIComponent(next)}`)
