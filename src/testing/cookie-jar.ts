/** A browser's memory for cookies, as much of it as a sign-in needs: by name and path, deleted when empty. */
export function cookieJar() {
  const kept = new Map<string, { name: string; value: string; path: string }>()
  return {
    async fetch(url: URL, init: RequestInit): Promise<Response> {
      const sent = [...kept.values()].filter(({ path }) => url.pathname.startsWith(path)).map(({ name, value }) => `${name}=${value}`)
      const answer = await fetch(url, { ...init, headers: { cookie: sent.join('; ') } })
      for (const line of answer.headers.getSetCookie()) {
        const [pair = '', ...rest] = line.split('; ')
        const name = pair.slice(0, pair.indexOf('='))
        const path = rest.find((each) => each.startsWith('path='))?.slice(5) ?? '/'
        const value = pair.slice(name.length + 1)
        if (value) kept.set(`${name} ${path}`, { name, value, path })
        else kept.delete(`${name} ${path}`)
      }
      return answer
    },
  }
}
