/**
 * The URL of something on the server. `path`: its path (`/api/…`), or a whole URL, which is returned unchanged (a bucket's). Every URL of
 * the server is made here. A page requests from the server that it came from; a page bundled with an app will need the server's name.
 */
export const serverUrl = (path: string): string => path
