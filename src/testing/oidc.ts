import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cookieJar } from '#testing/cookie-jar.ts'

/* A real OAuth server for tests, `oidc-provider`, and the service that takes its tokens. Its tokens to renew by are good once: one that comes twice ends the sign-in. */

const FOLDER = join(import.meta.dirname, '../../test-servers/oidc')

/** What must be installed for it, or null. */
export const oidcMissing = existsSync(join(FOLDER, 'node_modules/oidc-provider')) ? null : 'npm ci in test-servers/oidc'

export const CLIENT = { id: 'pritchel', secret: 'a-clients-s3cret-of-the-forge' }

/** What we use of it; the package brings no types. */
type Token = { accountId: string; grantId: string; jti: string; destroy: () => Promise<void> }
type Context = { oidc: { params?: { grant_type?: string } } }
type Provider = {
  callback: () => RequestListener
  AccessToken: { find: (value: string) => Promise<Token | undefined> }
  Grant: { find: (id: string) => Promise<{ destroy: () => Promise<void> } | undefined> }
  on: ((event: 'access_token.saved', told: (token: Token) => void) => void) &
    ((event: 'grant.success' | 'grant.error', told: (ctx: Context) => void) => void) &
    ((event: 'grant.revoked', told: (ctx: Context, grantId: string) => void) => void)
}

/** Starts both; `redirectUri` is where it leads back to. */
export async function startOidc(redirectUri: string) {
  const signIn = await listening()
  const { default: OidcProvider } = (await import(
    pathToFileURL(createRequire(join(FOLDER, 'package.json')).resolve('oidc-provider')).href
  )) as { default: new (issuer: string, configuration: object) => Provider }
  const provider = quietly(() => new OidcProvider(signIn.origin, configurationFor(redirectUri)))
  signIn.server.on('request', provider.callback())
  const granted: Token[] = []
  const seen = { renewals: 0, refusals: 0, revoked: [] as string[] }
  provider.on('access_token.saved', (token) => granted.push(token))
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.grant_type === 'refresh_token') seen.renewals += 1
  })
  provider.on('grant.error', () => {
    seen.refusals += 1
  })
  provider.on('grant.revoked', (_, grantId) => seen.revoked.push(grantId))
  const api = await listening()
  const asked: { path: string; token: string }[] = []
  api.server.on('request', async ({ url = '', headers }, answer) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    asked.push({ path: url, token })
    const known = await provider.AccessToken.find(token)
    const code = known ? 200 : 401
    answer.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ account: known?.accountId }))
  })
  return {
    signIn: signIn.origin,
    api: api.origin,
    /** Requests to the service and to the sign-in: renewals, refusals and what was revoked. */
    asked,
    seen,
    /** Makes the service forget all tokens it gave out. */
    forgetTokens: () => Promise.all(granted.splice(0).map((token) => token.destroy())),
    /** Its person takes the app off the list. */
    async takeBack() {
      for (const { grantId } of granted) await (await provider.Grant.find(grantId))?.destroy()
    },
    async stop() {
      await signIn.stop()
      await api.stop()
    },
  }
}

/** Signs in on its pages as in a browser, and agrees or not. Returns the address it redirects to. */
export async function signInThere(url: string, as: string, agrees = true): Promise<URL> {
  const jar = cookieJar()
  const { origin } = new URL(url)
  let at = new URL(url)
  let form: Record<string, string> | undefined
  for (let steps = 0; steps < 20; steps++) {
    const body = form && new URLSearchParams(form)
    const answer = await jar.fetch(at, { redirect: 'manual', ...(body && { method: 'POST', body }) })
    form = undefined
    const location = answer.headers.get('location')
    if (location) {
      at = new URL(location, at)
      if (at.origin !== origin) return at
      continue
    }
    const page = await answer.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`no form on ${at}: ${answer.status} ${page.slice(0, 500)}`)
    at = new URL(agrees ? action : `${action}/abort`, at)
    if (agrees) form = page.includes('name="login"') ? { prompt: 'login', login: as, password: 'anything' } : { prompt: 'consent' }
  }
  throw new Error('the sign-in led nowhere')
}

const configurationFor = (redirectUri: string) => ({
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['calendar', 'busy', 'offline_access'],
  cookies: { keys: ['only for tests'] },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  features: { revocation: { enabled: true, allowedPolicy: () => true } },
  findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
  ttl: Object.fromEntries(['Interaction', 'Session', 'Grant', 'AccessToken', 'RefreshToken'].map((kind) => [kind, () => 3600])),
})

/** It warns of what is meant for tests alone. */
function quietly<T>(work: () => T): T {
  const { info, warn } = console
  Object.assign(console, { info: () => {}, warn: () => {} })
  try {
    return work()
  } finally {
    Object.assign(console, { info, warn })
  }
}

async function listening() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { server, origin, stop }
}
