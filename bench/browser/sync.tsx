// The code a device needs to keep, change, send and fetch its local copy, as a bundle of its own: only its size is measured.

import * as session from '#platform/web/session/session.ts'
import * as outbox from '#platform/web/sync/outbox.ts'
import * as resolve from '#platform/web/sync/resolve.ts'
import * as status from '#platform/web/sync/status.ts'
import * as sync from '#platform/web/sync/sync.ts'
import * as rows from '#platform/web/use-rows.ts'

Object.assign(window, { outbox, resolve, session, status, sync, rows })
