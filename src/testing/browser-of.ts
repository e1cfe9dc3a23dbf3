import type { LightMyRequestResponse } from 'fastify'
import type { App } from '#platform/server/http/http.ts'

export type Browser = ReturnType<typeof browserOf>

let addresses = 0

/** What keeps cookies as a browser does, at an address of its own, so that the common limits by address stay out of the way. */
export function browserOf(app: App, signedIn: Record<string, string> = {}) {
  const cookies = { ...signedIn }
  const remoteAddress = newAddress()
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<LightMyRequestResponse> => {
    const answer = await app.inject({ method, url, remoteAddress, cookies, ...(payload ? { payload } : {}) })
    for (const { name, value } of answer.cookies) {
      if (value) cookies[name] = value
      else delete cookies[name]
    }
    return answer
  }
  return {
    cookies,
    get: (url: string) => send('GET', url),
    post: (url: string, body: object = {}) => send('POST', url, body),
    put: (url: string, body: object) => send('PUT', url, body),
    delete: (url: string) => send('DELETE', url),
  }
}

/** One that no other test of the run has. */
export function newAddress() {
  addresses += 1
  return `10.2.${addresses >> 8}.${addresses & 255}`
}
