import type { IncomingMessage } from 'node:http'
import { DID, FarAccount, type FarRecord, HANDLE, invalid, KEY, type Place, Problem } from '#connectors/bluesky/far-account.ts'
import { type FarAnswer, startFarServer } from '#connectors/kit/far-server.ts'

/*
 * For tests only: a double of a Bluesky server, as its lexicons and its documentation describe the calls we make. It takes nothing that is not
 * described there. The real one, which runs the same tests, is far-pds.ts.
 */

/** How it refuses a key, and what it answers when it fails. */
export const WORDS = {
  refused: { error: 'AuthenticationRequired', message: 'Invalid identifier or password' },
  busy: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
  otherShape: { did: 7, handle: ['x'], accessJwt: null, blob: 'none', uri: { a: 1 }, commit: 'none', value: [] },
}

export const blueskyDouble = { missing: null, start: startBluesky }

/** Starts it, with one account and its app password. */
export async function startBluesky() {
  const account = new FarAccount()
  const far = await startFarServer({ words: WORDS, isWrite, answer: (...asked) => answered(account, ...asked) })
  return {
    ...far,
    credentials: { key: KEY, account: HANDLE, address: `http://${far.host}` },
    account: HANDLE,
    /** What is on the profile. */
    posts: async () => account.posts(),
    /** The records themselves, by their keys. */
    records: account.records,
    signIns: () => account.signIns,
    /** Tokens live for two hours at most. */
    expireTokens: () => account.tokens.clear(),
    dropBlobs: () => account.dropBlobs(),
    /** The app password is deleted there, or the account is. */
    revoke: async () => void Object.assign(account, { isRevoked: true }),
    close: () => void Object.assign(account, { isClosed: true }),
  }
}

/** A sign-in changes nothing that anyone sees. */
export const isWrite = ({ method, url = '' }: IncomingMessage) => method === 'POST' && !url.includes('createSession')

const PROCEDURES = ['server.createSession', 'repo.uploadBlob', 'repo.putRecord', 'repo.deleteRecord', 'repo.getRecord']
const LIMITS = { 'ratelimit-limit': '5000', 'ratelimit-remaining': '4998', 'ratelimit-policy': '5000;w=3600' }

function answered(account: FarAccount, request: IncomingMessage, text: string, bytes: Buffer): FarAnswer {
  try {
    return { body: answerTo(account, request, text, bytes), headers: LIMITS }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: error.status, body: { error: error.error, message: error.message }, headers: LIMITS }
  }
}

function answerTo(account: FarAccount, { method, url = '', headers }: IncomingMessage, text: string, bytes: Buffer): unknown {
  const { pathname, searchParams } = new URL(url, 'http://double')
  const procedure = pathname.replace('/xrpc/com.atproto.', '')
  const takes = procedure === 'repo.getRecord' ? 'GET' : 'POST'
  if (!PROCEDURES.includes(procedure)) throw new Problem(501, 'MethodNotImplemented', 'Method Not Implemented')
  if (method !== takes) throw invalid(`Incorrect HTTP method (${method}) expected ${takes}`)
  if (procedure === 'server.createSession') return account.createSession(jsonIn(text, headers, ['identifier', 'password']))
  account.requireToken(headers)
  if (procedure === 'repo.uploadBlob') return { blob: account.upload(headers, bytes) }
  if (procedure === 'repo.getRecord') return account.getRecord(Object.fromEntries(searchParams) as Place)
  const body = jsonIn(text, headers, ['repo', 'collection', 'rkey', ...(procedure === 'repo.putRecord' ? ['record'] : [])])
  if (body.repo !== DID) throw new Problem(403, 'AccountNotFound', 'Account not found')
  return procedure === 'repo.putRecord' ? account.putRecord(body as Place & { record: FarRecord }) : account.deleteRecord(body as Place)
}

function jsonIn(text: string, headers: IncomingMessage['headers'], names: readonly string[]): Record<string, unknown> {
  if (headers['content-type'] !== 'application/json') throw invalid(`Wrong request encoding (Content-Type): ${headers['content-type']}`)
  const body = JSON.parse(text) as Record<string, unknown>
  for (const name of names) if (body[name] === undefined) throw invalid(`Missing required key "${name}" at $`)
  for (const name of Object.keys(body)) if (!names.includes(name)) throw invalid(`${name} is no field of this`)
  return body
}
