/**
 * The address of something on the server. `path`: its path (`/api/…`), or a whole address, which stays as it is (a bucket's). Whatever leads to
 * the server goes through here. A page asks the server that it came from; a page that an app brings with it will need the server's name.
 */
export const serverUrl = (path: string): string => path
