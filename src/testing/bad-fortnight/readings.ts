import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { ZONE } from '#testing/bad-fortnight/ledger.ts'
import type { FarSide } from '#testing/calendar-suite.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** An entry as a reader has it; `when`: two instants in UTC, or its first and its last day. */
export type Read = { uid: string; when: string; title: string }

const KHAL = '/usr/bin/khal'
/** What reading a calendar needs and is not installed. */
export const missingReader = existsSync(KHAL) ? null : 'khal'

/** A calendar as it is at its server, read by khal. */
export async function readByKhal({ credentials }: Pick<FarSide, 'credentials'>, calendarId: string): Promise<Read[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-khal-'))
  try {
    const calendar = join(folder, 'calendar')
    mkdirSync(calendar)
    await copyTo(calendar, credentials, calendarId)
    const formats = ['dateformat', 'longdateformat'].map((name) => `${name} = %Y-%m-%d`)
    formats.push(...['datetimeformat', 'longdatetimeformat'].map((name) => `${name} = %Y-%m-%d %H:%M`))
    writeFileSync(
      join(folder, 'config'),
      [
        `[calendars]\n[[far]]\npath = ${calendar}`,
        `[locale]\nlocal_timezone = UTC\ndefault_timezone = UTC\ntimeformat = %H:%M\n${formats.join('\n')}`,
        `[sqlite]\npath = ${join(folder, 'khal.db')}`,
      ].join('\n'),
    )
    const format = '{uid}|{all-day}|{start-long}|{end-long}|{title}'
    const span = ['2027-03-01', '400d']
    const { stdout } = await promisify(execFile)(
      KHAL,
      ['-c', join(folder, 'config'), 'list', '--once', '--day-format', '', '--format', format, ...span],
      { env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder }, maxBuffer: 10_000_000 },
    )
    return stdout.split('\n').flatMap((line) => {
      const [uid = '', allDay = '', start = '', end = '', title = ''] = line.trim().split('|')
      const part = (moment: string) => (allDay === 'True' ? moment.slice(0, 10) : moment)
      return uid ? [{ uid, when: `${part(start)} ${part(end)}`, title }] : []
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function copyTo(folder: string, { account, key }: FarSide['credentials'], calendarId: string) {
  const authorization = `Basic ${Buffer.from(`${account}:${key}`).toString('base64')}`
  const listed = await fetch(calendarId, { method: 'PROPFIND', headers: { authorization, depth: '1' } })
  const names = [...(await listed.text()).matchAll(/>([^<>]+\.ics)<\/[^>]*href>/g)].map(([, href]) => href as string)
  for (const [at, href] of names.entries()) {
    const answer = await fetch(new URL(href, calendarId), { headers: { authorization } })
    if (!answer.ok) throw new Error(`${href}: ${answer.status}`)
    writeFileSync(join(folder, `${at}.ics`), await answer.text())
  }
}

/** The diary as its tables hold it, without what is cancelled; ids instead of UIDs, and titles of own entries. */
export const readDiary = (practice: FixturePractice): Promise<Read[]> =>
  practice.inPractice(async (tx) => {
    const time = (column: string) => sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`
    const wall = (column: string) => sql`to_char((${sql.raw(column)}) at time zone ${ZONE} at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`
    const { rows } = await sql<Read>`
      select id as uid, title,
        case when is_call_only then on_day || ' ' || on_day else ${time('starts_at')} || ' ' || ${time('ends_at')} end as when
      from appointments where deleted_at is null and status <> 'cancelled'
      union all
      select id, title, case when local_start is null then from_day || ' ' || to_day
        else ${wall('from_day + local_start')} || ' ' || ${wall('to_day + local_end')} end
      from time_off where deleted_at is null`.execute(tx)
    return rows
  })

/** How many questions there ever were about each entry. */
export const readQuestions = (practice: FixturePractice): Promise<Map<string, number>> =>
  practice.inPractice(async (tx) => {
    const { rows } = await sql<{ id: string; n: number }>`
      select appointment_id as id, count(*)::int as n from calendar_changes group by 1`.execute(tx)
    return new Map(rows.map(({ id, n }) => [id, n]))
  })

/** Clients for whom there is, or was, a text about a visit of theirs; reminders follow from the practice's rules. */
export const readTexted = (practice: FixturePractice): Promise<string[]> =>
  practice.inPractice(async (tx) => {
    const { rows } = await sql<{
      id: string
    }>`select distinct client_id as id from notices where client_id is not null and kind <> 'reminder'`.execute(tx)
    return rows.map(({ id }) => id)
  })
