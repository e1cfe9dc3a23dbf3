import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/* For tests only: calendar servers that others wrote, and a phone that changes what is on them. */

const PYTHON = '/usr/bin/python3'
const [ACCOUNT, KEY] = ['farrier', 'not:a secret, é']
/** What a phone adds to an entry: ours is not to lose it. */
const ADDED = [
  'COLOR:tomato',
  'CATEGORIES:Horses',
  'DESCRIPTION:Ring first',
  'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Go\r\nTRIGGER:-PT30M\r\nEND:VALARM',
]

/** Debian's `radicale` and `xandikos`, or what is missing of it. */
export const radicale = {
  missing: existsSync('/usr/lib/python3/dist-packages/radicale') ? null : 'radicale',
  start: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pritchel-radicale-'))
    const port = await freePort()
    const collections = join(folder, 'collections')
    writeFileSync(join(folder, 'users'), `${ACCOUNT}:${KEY}\n`)
    writeFileSync(
      join(folder, 'config'),
      [
        `[server]\nhosts = 127.0.0.1:${port}`,
        `[auth]\ntype = htpasswd\nhtpasswd_filename = ${join(folder, 'users')}\nhtpasswd_encryption = plain\ndelay = 0`,
        `[storage]\nfilesystem_folder = ${collections}`,
        '[logging]\nlevel = critical',
      ].join('\n'),
    )
    const child = spawn(PYTHON, ['-m', 'radicale', '--config', join(folder, 'config')], { stdio: 'ignore' })
    const loseCursor = async (calendarId: string, cursor: string) => {
      const path = decodeURIComponent(new URL(calendarId).pathname)
      rmSync(join(collections, 'collection-root', path, '.Radicale.cache', 'sync-token'), { recursive: true })
      return cursor
    }
    return { ...(await ready(child, folder, port)), hasKey: true, phone: { ...phoneAt(), loseCursor } }
  },
}

export const xandikos = {
  missing: existsSync('/usr/bin/xandikos') ? null : 'xandikos',
  start: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pritchel-xandikos-'))
    const port = await freePort()
    mkdirSync(join(folder, 'data'))
    const child = spawn(
      PYTHON,
      [
        '/usr/bin/xandikos',
        '-d',
        join(folder, 'data'),
        '-l',
        '127.0.0.1',
        '-p',
        String(port),
        '--autocreate',
        '--current-user-principal',
        `/${ACCOUNT}/`,
      ],
      { stdio: 'ignore' },
    )
    const loseCursor = async () => '0123456789012345678901234567890123456789'
    return { ...(await ready(child, folder, port)), hasKey: false, phone: { ...phoneAt(), loseCursor } }
  },
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

/** The server once it answers; it ends with this process. */
async function ready(child: ChildProcess, folder: string, port: number) {
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const host = `127.0.0.1:${port}`
  let isOver = false
  const over = new Promise<void>((done) =>
    child.once('close', () => {
      isOver = true
      done()
    }),
  )
  while (!(await isAnswering(host))) if (isOver) throw new Error(`the calendar server ended before it began (${child.exitCode})`)
  return {
    host,
    credentials: { address: `http://${host}`, account: ACCOUNT, key: KEY },
    busyTitles: true,
    stop: async () => {
      kill()
      process.off('exit', kill)
      await over
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isAnswering = (host: string) =>
  fetch(`http://${host}/`).then(
    () => true,
    () => new Promise<boolean>((done) => setTimeout(() => done(false), 50)),
  )

const authorization = `Basic ${Buffer.from(`${ACCOUNT}:${KEY}`).toString('base64')}`

async function send(method: string, url: string, body?: string): Promise<string> {
  const headers = { authorization, 'content-type': 'text/calendar; charset=utf-8' }
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
  return answer.text()
}

const stamp = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** Another program that speaks CalDAV, by plain requests. */
function phoneAt() {
  const change = async (id: string, how: (text: string) => string) => void (await send('PUT', id, how(await send('GET', id))))
  return {
    /** The text of an entry as it is there. */
    read: (id: string) => send('GET', id),
    add: async (calendarId: string, name: string, lines: readonly string[]) => {
      const id = `${calendarId}${name}.ics`
      const start = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', 'BEGIN:VEVENT', `UID:${name}`, 'DTSTAMP:20270101T000000Z']
      await send('PUT', id, [...start, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
      return id
    },
    move: (id: string, start: Date, end: Date) =>
      change(id, (text) =>
        text.replace(/(BEGIN:VEVENT[\s\S]*?)^DTSTART.*$/m, `$1DTSTART:${stamp(start)}`).replace(/^DTEND.*$/m, `DTEND:${stamp(end)}`),
      ),
    retitle: (id: string, title: string) => change(id, (text) => text.replace(/^SUMMARY.*(\r?\n[ \t].*)*$/m, `SUMMARY:${title}`)),
    decorate: (id: string) => change(id, (text) => text.replace('END:VEVENT', `${ADDED.join('\r\n')}\r\nEND:VEVENT`)),
    /** What a phone added to an entry that has lost it. */
    lost: async (id: string) => {
      const text = (await send('GET', id)).replaceAll(/\r?\n/g, '\r\n')
      return ADDED.flatMap((line) => line.split('\r\n')).filter((line) => !text.includes(line))
    },
    remove: async (id: string) => void (await send('DELETE', id)),
    removeCalendar: async (calendarId: string) => void (await send('DELETE', calendarId)),
    /** How many entries there are. */
    count: async (calendarId: string) => {
      const answer = await fetch(calendarId, { method: 'PROPFIND', headers: { authorization, depth: '1' } })
      return (await answer.text()).match(/\.ics<\/[^>]*href>/g)?.length ?? 0
    },
  }
}
