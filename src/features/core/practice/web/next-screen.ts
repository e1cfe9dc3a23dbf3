/** Where somebody wanted to go before they were asked to sign in; only ever a screen of ours. */
export function nextScreen(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  // `//host` and `/\host` lead to another site.
  return /^\/(?![/\\])/.test(next) ? next : '/'
}

/** The address of a screen on the way there, which leads on to it. */
export const withNext = (href: string, next: string): string => (next === '/' ? href : `${href}?next=${encodeURIComponent(next)}`)
