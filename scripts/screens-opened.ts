import { API } from './opened/api.ts'
import { CARE } from './opened/care.ts'
import { DIARY } from './opened/diary.ts'
import { FRAME } from './opened/frame.ts'
import { INTEGRATIONS } from './opened/integrations.ts'
import { MONEY } from './opened/money.ts'
import { OFFICE } from './opened/office.ts'
import { PORTAL } from './opened/portal.ts'
import { POSTS } from './opened/posts.ts'
import { RECORDS } from './opened/records.ts'
import { ROUND } from './opened/round.ts'
import type { Opened } from './opened/steps.ts'
import { TALK } from './opened/talk.ts'
import { WEATHER } from './opened/weather.ts'

/** The views that open over or next to a screen. What ends a session comes last. */
export const OPENED: Opened = {
  ...RECORDS,
  ...POSTS,
  ...PORTAL,
  ...CARE,
  ...OFFICE,
  ...API,
  ...INTEGRATIONS,
  ...DIARY,
  ...ROUND,
  ...TALK,
  ...MONEY,
  ...WEATHER,
  ...FRAME,
}
