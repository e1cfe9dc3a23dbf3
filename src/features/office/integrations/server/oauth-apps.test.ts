import { refreshTokenGrant } from 'openid-client'
import { expect, test } from 'vitest'
import { CONNECTORS } from '#connectors/registry.ts'
import { clientAt, isSignedInTo, type SignedInTo, type SigningIn } from '#features/office/integrations/server/oauth-apps.ts'
import { OAUTH_VENDORS } from '#platform/server/config.ts'

const manifest: SignedInTo = {
  ...{ id: 'almanac', name: 'Almanac', description: '', sends: [], brings: [], leaves: [] },
  category: 'calendar',
  of: 'member',
  asks: {
    by: 'oauth',
    ...{ vendor: 'Almanac', env: 'ALMANAC', signInAt: 'https://sign-in.example', scopes: [] },
    ...{ authorizePath: '/auth', tokenPath: 'https://tokens.example/token', revokePath: 'https://tokens.example/revoke' },
  },
}
const signingIn = (more: Partial<SigningIn> = {}): SigningIn => ({
  ...{ isTestVersion: false, reachable: [], oauthApps: { ALMANAC: { id: 'ours', secret: 'secret' } } },
  reach: () => Promise.reject(new Error('not asked for')),
  ...more,
})
const places = (more: Partial<SigningIn> = {}) => {
  const { authorization_endpoint, token_endpoint, revocation_endpoint } = clientAt(signingIn(more), manifest)?.serverMetadata() ?? {}
  return [authorization_endpoint, token_endpoint, revocation_endpoint]
}

test('a vendor may keep its tokens at another host than its sign-in; a test has all of it in one place', () => {
  expect(places()).toEqual(['https://sign-in.example/auth', 'https://tokens.example/token', 'https://tokens.example/revoke'])
  const instead = 'http://127.0.0.1:5000'
  expect(places({ farOrigins: { 'almanac:sign-in': instead } })).toEqual([`${instead}/auth`, `${instead}/token`, `${instead}/revoke`])
  expect(clientAt(signingIn({ oauthApps: {} }), manifest)).toBeUndefined()
})

test('what is sent there is a form that follows no redirect, and in the test version nothing is', async () => {
  const sent: unknown[] = []
  const reach: SigningIn['reach'] = async (url, init) => {
    sent.push([url, init?.method, init?.redirect, String(init?.body)])
    return new Response(null, { status: 307, headers: { location: 'https://mallory.example/' } })
  }
  const ask = async (more: Partial<SigningIn>) => {
    const client = clientAt(signingIn({ reach, ...more }), manifest)
    return client && refreshTokenGrant(client, 'old').then(null, () => 'refused')
  }
  expect(await ask({})).toBe('refused')
  expect(sent).toEqual([
    ['https://tokens.example/token', 'POST', 'manual', expect.stringMatching(/^(?=.*refresh_token=old)(?=.*client_secret=secret)/)],
  ])
  expect(await ask({ isTestVersion: true })).toBe('refused')
  expect(sent).toHaveLength(1)
  expect(await ask({ isTestVersion: true, reachable: ['tokens.example'] })).toBe('refused')
  expect(sent).toHaveLength(2)
})

test('the secret goes as HTTP Basic where a vendor wants that, and is not in the form then', async () => {
  const sent: unknown[] = []
  const reach: SigningIn['reach'] = async (_, init) => {
    sent.push([new Headers(init?.headers).get('authorization'), String(init?.body).includes('secret')])
    return new Response('{}', { status: 400 })
  }
  const basic: SignedInTo = { ...manifest, asks: { ...manifest.asks, clientAuth: 'basic' } }
  for (const each of [basic, manifest]) {
    const client = clientAt(signingIn({ reach }), each)
    await (client && refreshTokenGrant(client, 'old').catch(() => undefined))
  }
  expect(sent).toEqual([
    [`Basic ${btoa('ours:secret')}`, false],
    [null, true],
  ])
})

test('every service one signs in to has its place in the configuration, and is signed in to over https', () => {
  const all = CONNECTORS.filter(isSignedInTo)
  expect(all.filter(({ asks }) => !OAUTH_VENDORS.some((name) => name === asks.env)).map(({ id }) => id)).toEqual([])
  const urls = all.flatMap(({ asks }) =>
    [asks.authorizePath, asks.tokenPath, asks.revokePath ?? '/'].map((path) => new URL(path, asks.signInAt)),
  )
  expect(urls.filter(({ protocol }) => protocol !== 'https:')).toEqual([])
})
