/**
 * The pages that links in texts open, by the letter a text has instead: every character of a text counts, and a token follows either. The server
 * takes both (decision 070).
 */
export const LONG_PATHS: Readonly<Record<string, string>> = {
  a: '/answer/',
  c: '/visit/',
  g: '/agree/',
  i: '/invoice/',
  j: '/join/',
  l: '/lost-shoe/',
  m: '/message/',
  o: '/offer/',
  p: '/photos/',
  q: '/call-status?client=',
  s: '/statement/',
  t: '/terms/',
  w: '/lone-worker/',
}

/** The path of a page as a text has it: `/answer/Ab3` is `/a/Ab3`. A path without a short one stays. */
export function shortPath(path: string): string {
  const found = Object.entries(LONG_PATHS).find(([, long]) => path.startsWith(long))
  return found ? `/${found[0]}/${path.slice(found[1].length)}` : path
}

/** The path of the page that a path in a text stands for, with its query; any other stays. */
export function longPath(path: string): string {
  const [, letter = '', rest = ''] = /^\/([a-z])\/(.+)$/.exec(path) ?? []
  const long = LONG_PATHS[letter]
  if (!long) return path
  return long + (long.includes('?') ? rest.replace('?', '&') : rest)
}
