import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addDays, type Day } from '#lib/dates.ts'

/* What others wrote, at a calendar there: vdirsyncer and khal as its reader, python3-caldav as a phone. */

const run = promisify(execFile)
const NEEDED = ['/usr/lib/python3/dist-packages/radicale', '/usr/bin/khal', '/usr/bin/vdirsyncer', '/usr/lib/python3/dist-packages/caldav']
/** The programs they need that are not installed. */
export const missingPrograms = NEEDED.filter((path) => !existsSync(path))

/** A calendar there, and who opens it. */
type There = { url: string; account: string; key: string }

/** As a phone's calendar app: moves the entry of this name by two hours. */
const MOVE = `
import sys, caldav, datetime
url, account, key, title = sys.argv[1:]
calendar = caldav.DAVClient(url=url, username=account, password=key).calendar(url=url)
for event in calendar.events():
  entry = event.vobject_instance.vevent
  if title in entry.summary.value:
    entry.dtstart.value += datetime.timedelta(hours=2)
    entry.dtend.value += datetime.timedelta(hours=2)
    event.save()
    print('moved')`

/** Moves the entry of this name by two hours; `moved` for each. */
export async function moveThere({ url, account, key }: There, title: string): Promise<string> {
  const { stdout } = await run('/usr/bin/python3', ['-c', MOVE, url, account, key, title])
  return stdout.trim()
}

/** The 30 days from five before `day`, as vdirsyncer fetches the calendar into `folder` and khal lists it. */
export async function listedThere({ url, account, key }: There, folder: string, day: Day, zone: string): Promise<string[]> {
  const near = join(folder, 'near', 'there')
  for (const part of ['near', 'khal.db', 'status']) rmSync(join(folder, part), { recursive: true, force: true })
  mkdirSync(near, { recursive: true })
  writeFileSync(
    join(folder, 'vdirsyncer'),
    [
      `[general]\nstatus_path = "${join(folder, 'status')}"`,
      '[pair pair]\na = "far"\nb = "near"\ncollections = null\nconflict_resolution = "a wins"',
      `[storage far]\ntype = "caldav"\nurl = "${new URL(url).href}"\nusername = "${account}"\npassword = "${key}"\nread_only = true`,
      `[storage near]\ntype = "filesystem"\npath = "${near}"\nfileext = ".ics"`,
    ].join('\n'),
  )
  writeFileSync(
    join(folder, 'khal'),
    [
      `[calendars]\n[[there]]\npath = ${near}`,
      `[locale]\nlocal_timezone = ${zone}\ndefault_timezone = ${zone}\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d`,
      'datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M',
      `[sqlite]\npath = ${join(folder, 'khal.db')}`,
    ].join('\n'),
  )
  const env = { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder }
  const sync = ['--config', join(folder, 'vdirsyncer')]
  await run('/usr/bin/vdirsyncer', [...sync, 'discover'], { env })
  await run('/usr/bin/vdirsyncer', [...sync, 'sync'], { env })
  const format = ['--once', '--day-format', '', '--format', '{start-date-long} {start-time} {title}']
  const { stdout } = await run('/usr/bin/khal', ['-c', join(folder, 'khal'), 'list', ...format, addDays(day, -5), '30d'], { env })
  return stdout.split('\n').flatMap((line) => line.trim() || [])
}
