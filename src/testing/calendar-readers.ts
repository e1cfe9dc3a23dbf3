import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PROGRAMS = ['/usr/bin/khal', '/usr/bin/vdirsyncer', '/usr/lib/python3/dist-packages/vobject']

/** Programs of others that are not on this machine. */
export const missingReaders = PROGRAMS.filter((path) => !existsSync(path))

/** An entry as a reader has it: its start and end in UTC, or its first and its last day. */
export type Read = [title: string, start: string, end: string]

/** The entries of a followed calendar as python3-vobject reads them. */
export async function readByVobject(address: string): Promise<Read[]> {
  const program = `
import sys, json, datetime, vobject
def utc(t): return t.astimezone(datetime.timezone.utc).strftime('%Y-%m-%d %H:%M')
out = []
for event in vobject.readOne(sys.stdin).vevent_list:
  start, end = event.dtstart.value, event.dtend.value
  isDay = not isinstance(start, datetime.datetime)
  out.append([event.summary.value] + ([str(start), str(end - datetime.timedelta(days=1))] if isDay else [utc(start), utc(end)]))
print(json.dumps(out))`
  const child = run('/usr/bin/python3', ['-c', program], { maxBuffer: 2 ** 24 })
  child.child.stdin?.end(await (await fetch(address)).text())
  return JSON.parse((await child).stdout) as Read[]
}

/** The same as vdirsyncer fetches them into `folder`, and khal lists them: `days` from a day on. */
export async function readByKhal(address: string, folder: string, [from, days]: [from: string, days: number]): Promise<Read[]> {
  const calendar = join(folder, 'calendar')
  mkdirSync(calendar, { recursive: true })
  writeFileSync(
    join(folder, 'vdirsyncer'),
    [
      '[general]',
      `status_path = "${join(folder, 'status')}"`,
      '[pair feed]\na = "far"\nb = "near"\ncollections = null',
      `[storage far]\ntype = "http"\nurl = "${address}"`,
      `[storage near]\ntype = "filesystem"\npath = "${calendar}"\nfileext = ".ics"`,
    ].join('\n'),
  )
  writeFileSync(
    join(folder, 'khal'),
    [
      `[calendars]\n[[feed]]\npath = ${calendar}`,
      '[locale]\nlocal_timezone = UTC\ndefault_timezone = UTC\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d',
      'datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M',
      `[sqlite]\npath = ${join(folder, 'khal.db')}`,
    ].join('\n'),
  )
  const options = { env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder }, maxBuffer: 2 ** 24 }
  const sync = ['--config', join(folder, 'vdirsyncer')]
  await run('/usr/bin/vdirsyncer', [...sync, 'discover'], options)
  await run('/usr/bin/vdirsyncer', [...sync, 'sync'], options)
  const format = '{all-day}|{start-long}|{end-long}|{title}'
  const list = ['-c', join(folder, 'khal'), 'list', '--once', '--day-format', '', '--format', format, from, `${days}d`]
  const { stdout } = await run('/usr/bin/khal', list, options)
  return stdout.split('\n').flatMap((line): Read[] => {
    const [allDay = '', start = '', end = '', title = ''] = line.trim().split('|')
    const whole = (moment: string) => (allDay === 'True' ? moment.slice(0, 10) : moment)
    return title ? [[title, whole(start), whole(end)]] : []
  })
}
