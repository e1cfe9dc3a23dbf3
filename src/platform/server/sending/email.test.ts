import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { sendMail } from '#platform/server/sending/email.ts'

const FROM = 'Probert Farriery <diary@probert.example>'
const message = {
  id: '0199-abc',
  to: 'sarah@penrose.example',
  subject: 'Your visit on Thu 26 Nov has moved',
  body: 'Hi Siân,\nFri 27 Nov.\n.\nend',
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A real SMTP server that keeps what it takes. */
async function mailServer(options: SMTPServerOptions = {}) {
  const taken: { mail: Email; to: string[] }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        taken.push({ mail: await PostalMime.parse(Buffer.concat(chunks)), to: session.envelope.rcptTo.map(({ address }) => address) })
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  return { taken, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

const refusing = (responseCode: number) => Object.assign(new Error('no'), { responseCode })
/** Longer than a busy machine holds up a server that does answer; one that does not is waited for to the end. */
const PATIENT = { connectMs: 10_000, idleMs: 10_000, wholeMs: 20_000 }
const send = (url: string, change: Partial<typeof message> = {}) =>
  sendMail({ url, from: FROM, timeouts: PATIENT }, { ...message, ...change })
const sendWithin = (url: string, short: Partial<typeof PATIENT>) =>
  sendMail({ url, from: FROM, timeouts: { ...PATIENT, ...short } }, message)

test('a mail server gets the message as written, for one address, from the practice', async () => {
  const { taken, url } = await mailServer()
  expect(await send(url)).toEqual({ state: 'sent', reference: '<0199-abc@probert.example>' })
  expect(taken).toHaveLength(1)
  const { mail, to } = taken[0] ?? {}
  expect(to).toEqual(['sarah@penrose.example'])
  expect(mail?.from).toMatchObject({ name: 'Probert Farriery', address: 'diary@probert.example' })
  expect(mail?.subject).toBe('Your visit on Thu 26 Nov has moved')
  expect(mail?.text?.trimEnd()).toBe(message.body)
  expect(mail?.messageId).toBe('<0199-abc@probert.example>')
})

test('a second address or header cannot be slipped in', async () => {
  const { taken, url } = await mailServer()
  await send(url, { to: 'a@example.com, b@example.com' })
  await send(url, { subject: 'Hello\r\nBcc: b@example.com' })
  expect(taken.flatMap(({ to }) => to)).not.toContain('b@example.com')
  expect(taken.flatMap(({ mail }) => mail.bcc ?? [])).toEqual([])
})

test('the user and password of the URL sign in', async () => {
  const { taken, url } = await mailServer({
    authOptional: false,
    onAuth: (auth, _, callback) =>
      auth.password === 'right one' ? callback(null, { user: auth.username }) : callback(new Error('Invalid')),
  })
  const as = (password: string) => url.replace('//', `//diary:${encodeURIComponent(password)}@`)
  expect(await send(as('right one'))).toMatchObject({ state: 'sent' })
  expect(await send(as('wrong'))).toEqual({ state: 'failed', reason: 'The mail server refused our sign-in (535).' })
  expect(taken).toHaveLength(1)
})

test('a 5xx is for good, a 4xx is for now', async () => {
  const atRecipient = await mailServer({ onRcptTo: (_, __, callback) => callback(refusing(550)) })
  expect(await send(atRecipient.url)).toEqual({ state: 'failed', reason: 'The mail server refused the address or the message (550).' })
  const greylisting = await mailServer({ onRcptTo: (_, __, callback) => callback(refusing(451)) })
  expect(await send(greylisting.url)).toEqual({ state: 'later', reason: 'The mail server asked us to try again later (451).' })
  const full = await mailServer({
    onData(stream, _, callback) {
      stream.resume()
      stream.on('end', () => callback(refusing(452)))
    },
  })
  expect(await send(full.url)).toMatchObject({ state: 'later' })
  const spam = await mailServer({
    onData(stream, _, callback) {
      stream.resume()
      stream.on('end', () => callback(refusing(554)))
    },
  })
  expect(await send(spam.url)).toMatchObject({ state: 'failed' })
})

test('a connection refused is tried again', async () => {
  const { url } = await mailServer()
  for (const close of closing.splice(0)) await close()
  expect(await send(url)).toEqual({ state: 'later', reason: "The mail server couldn't be reached." })
})

test('a server that never greets is tried again', async () => {
  expect(await sendWithin(await rawServer(() => {}), { connectMs: 300 })).toMatchObject({ state: 'later' })
})

test('a server that hangs up before the message is tried again', async () => {
  expect(await send(await rawServer((socket) => socket.end()))).toMatchObject({ state: 'later' })
})

test('a server that falls silent after the whole message may have taken it', async () => {
  const { url } = await mailServer({ onData: (stream) => stream.resume() })
  expect(await sendWithin(url, { idleMs: 2000 })).toEqual({
    state: 'unknown',
    reason: 'The mail server stopped answering after taking the message. It may have gone.',
  })
})

test('a server that hangs up after the whole message may have taken it', async () => {
  const url = await rawServer((socket) => {
    let isData = false
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (isData) {
        if (text.endsWith('\r\n.\r\n')) socket.destroy()
      } else {
        isData = /^DATA/i.test(text)
        socket.write(isData ? '354 go on\r\n' : '250 fine\r\n')
      }
    })
  })
  expect(await send(url)).toMatchObject({ state: 'unknown' })
})

test('a server that hangs up in the middle of the message is tried again', async () => {
  const url = await rawServer((socket) => {
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => (/^DATA/i.test(chunk.toString()) ? socket.destroy() : socket.write('250 fine\r\n')))
  })
  expect(await send(url)).toMatchObject({ state: 'later' })
})

test('a server that answers drop by drop is given up in the end', async () => {
  const timers: NodeJS.Timeout[] = []
  const url = await rawServer((socket) => {
    timers.push(setInterval(() => socket.write('220-still here\r\n'), 50))
  })
  const answer = await sendWithin(url, { wholeMs: 400 })
  for (const timer of timers) clearInterval(timer)
  expect(answer).toMatchObject({ state: 'later' })
})

async function rawServer(onConnect: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnect(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
