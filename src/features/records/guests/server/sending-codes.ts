import { type Address, hashed, MOST_OF_SERVER, MOST_TEXTS, SEND_MINUTES } from '#features/records/guests/rules.ts'
import { addressIn, type Keys, makeSecrets, UNSEALED } from '#features/records/guests/server/ask-rows.ts'
import type { Claimed, CodeSending } from '#features/records/guests/server/claimed.ts'
import { listInvitedTo } from '#features/records/guests/server/invited-addresses.ts'
import { findMember, findProof } from '#features/records/guests/server/people.ts'
import { showCodes } from '#features/records/guests/server/showing-codes.ts'
import { addWords, type CodeWords, codeWords, deviceWords, unknownMail } from '#features/records/guests/words.ts'
import { currentMs } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { NO_PERSON } from '#platform/server/actor.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import type { DueWork } from '#platform/server/database/wakes.ts'
import type { Limit, Tries } from '#platform/server/tries.ts'

/** One that could not be handed over is tried again after this long. */
const AGAIN_MS = 15_000

/**
 * Sends what a request calls for: a code and a link where the address is known. It is noted as sent before it leaves, so a server that is
 * killed meanwhile sends nothing twice; a person who gets nothing requests another.
 */
export const codeSender =
  (sending: CodeSending): DueWork =>
  async (askId) => {
    const ask = await claim(sending, askId)
    if (!ask) return
    if (sending.isTestVersion) return showCodes(sending, ask)
    if (!ask.isKnown) return sayUnknown(sending, ask)
    if (ask.address.kind === 'phone' && !(await mayText(sending, ask))) return
    const { vault, keyedHash, origin } = sending
    const words = await sending.db.withDirectory((tx) => wordsOf(tx, { vault, keyedHash, origin }, ask))
    const { state } = await carry(sending, ask, words)
    // Certainly not delivered: its code is void, and the next has another.
    if (state === 'later') await tryLater(sending.db, ask.id)
  }

function claim({ db, vault }: CodeSending, id: string): Promise<Claimed | undefined> {
  return db.withDirectory(async (tx) => {
    const row = await tx
      .selectFrom('directory.asks')
      .selectAll()
      .where('id', '=', id)
      .where('due_at', 'is not', null)
      // A worker that looks what is due holds each for a moment, so it is waited for.
      .forUpdate()
      .executeTakeFirst()
    if (!row) return undefined
    const address = addressIn({ vault }, row)
    const isTooLate = row.asked_at.getTime() + SEND_MINUTES * 60_000 <= currentMs()
    const isKnown = address !== undefined && (await isSomebodys(tx, address, row.address_hash))
    await tx
      .updateTable('directory.asks')
      .set({ due_at: null, ...(isKnown ? {} : UNSEALED) })
      .where('id', '=', id)
      .execute()
    if (!address || isTooLate) return undefined
    return {
      id,
      what: row.what,
      address,
      addressHash: row.address_hash,
      browserHash: row.browser_hash,
      askedAt: row.asked_at,
      isKnown,
    }
  })
}

/** Whether a farrier has the address, an invitation went to it, or a person has signed in with it. */
async function isSomebodys(tx: DirectoryTx, address: Address, hash: Buffer): Promise<boolean> {
  const known = await tx.selectFrom('directory.addresses').select('client_id').where('hash', '=', hash).limit(1).executeTakeFirst()
  if (known) return true
  const invited = (await listInvitedTo(tx, hash)).some(({ isLive }) => isLive)
  return invited || ((await findProof(tx, address)) ?? (await findMember(tx, address))) !== undefined
}

type Wording = Keys & { origin: string }

async function wordsOf(tx: DirectoryTx, sending: Wording, ask: Claimed): Promise<CodeWords> {
  const { code, link } = await makeSecrets(tx, sending, ask)
  const { kind } = ask.address
  if (ask.what === 'add') return addWords({ code, origin: sending.origin }, kind)
  return ask.what === 'device'
    ? deviceWords({ link, origin: sending.origin }, kind)
    : codeWords({ code, link, origin: sending.origin }, kind)
}

const carry = ({ carriers }: CodeSending, { id, address }: Pick<Claimed, 'id' | 'address'>, { subject, body }: CodeWords) =>
  address.kind === 'email'
    ? carriers.email({ id, practiceId: NO_PERSON, to: address.address, subject, body })
    : carriers.sms({ id, practiceId: NO_PERSON, to: address.address, subject: null, body })

/** One mail a day and address, so many an hour of the whole server: no one can make it write to strangers. A number gets nothing. */
async function sayUnknown(sending: CodeSending, ask: Claimed): Promise<void> {
  if (ask.address.kind !== 'email' || ask.what === 'device') return
  const isAllowed = await isWithin(
    sending.tries,
    { what: 'unknown mail to', whose: whoseOf(sending, ask), most: 1, minutes: 24 * 60 },
    { what: 'unknown mails', whose: '', most: MOST_OF_SERVER.unknownMails, minutes: 60 },
  )
  if (isAllowed) await carry(sending, ask, unknownMail(sending.origin))
}

async function mayText(sending: CodeSending, ask: Claimed): Promise<boolean> {
  if (!(await isWithin(sending.tries, { what: 'texts to', whose: whoseOf(sending, ask), most: MOST_TEXTS, minutes: 60 }))) return false
  const isAllowed = await isWithin(sending.tries, { what: 'texts', whose: '', most: MOST_OF_SERVER.texts, minutes: 60 })
  if (!isAllowed)
    sending.log.warn({ most: MOST_OF_SERVER.texts }, 'no more texts with codes this hour: they have reached the ceiling of this server')
  return isAllowed
}

const whoseOf = ({ keyedHash }: CodeSending, { address }: Claimed) => keyedHash(hashed(address)).toString('hex')

async function isWithin(tries: Tries, ...limits: Limit[]): Promise<boolean> {
  try {
    await tries.take(...limits)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_tries') return false
    throw error
  }
}

const tryLater = (db: Database, id: string) =>
  db.withDirectory((tx) =>
    tx
      .updateTable('directory.asks')
      .set({
        due_at: new Date(currentMs() + AGAIN_MS),
        code_hash: null,
        link_hash: null,
        expires_at: new Date(currentMs() + SEND_MINUTES * 60_000),
      })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .execute(),
  )
