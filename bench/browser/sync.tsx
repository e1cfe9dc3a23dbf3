// All that a device needs to keep, change, send and fetch its copy, as a bundle of its own: only its size is looked at.
import * as outbox from '#platform/web/outbox.ts'
import * as resolve from '#platform/web/resolve.ts'
import * as session from '#platform/web/session.ts'
import * as status from '#platform/web/status.ts'
import * as sync from '#platform/web/sync.ts'
import * as rows from '#platform/web/use-rows.ts'

Object.assign(window, { outbox, resolve, session, status, sync, rows })
