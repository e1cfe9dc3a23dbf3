import type { Shown } from '#features/talk/messaging/server/shown.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import { privateHeaders } from '#platform/server/pages/link-page.ts'

/** A file of a message is never a page: these headers keep it from running anything. */
export const headersOf = ({ name, mime, bytes }: Shown, how: 'inline' | 'attachment') => ({
  ...privateHeaders(),
  'content-type': mime,
  'content-length': bytes,
  'content-disposition': dispositionOf(how, name),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})
