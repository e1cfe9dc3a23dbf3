import { useQuery } from '@tanstack/react-query'
import type { memberPasskeyEndpoints } from '#features/core/practice/passkeys.ts'
import { call } from '#platform/web/api.ts'
import { makePasskey, signWithPasskey } from '#platform/web/device/passkeys.ts'
import { queryFor } from '#platform/web/queries.ts'
import { refreshSession } from '#platform/web/session/session.ts'

type Endpoints = typeof memberPasskeyEndpoints

/** My passkeys for the practice; `refetch` fetches them again. */
export const usePasskeys = () => useQuery({ ...queryFor<Endpoints['list']>('GET /api/auth/passkeys'), gcTime: 0 })

/**
 * Signs in with a passkey and opens the practice on this device. `isOffered`: the e-mail field offers it until it is taken. Returns false when the
 * person left it.
 */
export async function signInWithPasskey({ isOffered = false } = {}): Promise<boolean> {
  const body = await signWithPasskey(await call<Endpoints['challenge']>('POST /api/auth/passkeys/challenge'), isOffered)
  if (!body) return false
  await call<Endpoints['use']>('POST /api/auth/passkeys/use', { body: body as never })
  await refreshSession()
  return true
}

/** Makes a passkey on this device; the password is wanted a while after signing in. Returns false when the person left it. */
export async function addPasskey(password?: string): Promise<boolean> {
  const options = await call<Endpoints['newOptions']>('POST /api/auth/passkeys/options', { body: password ? { password } : {} })
  const body = await makePasskey(options)
  if (!body) return false
  await call<Endpoints['add']>('POST /api/auth/passkeys', { body: body as never })
  return true
}

export const removePasskey = (id: string) => call<Endpoints['remove']>('DELETE /api/auth/passkeys/:id', { params: { id } })
