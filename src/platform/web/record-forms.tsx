import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { SyncedName } from '#lib/synced.ts'

export type FormProps = { id: string; onClose: () => void; onSaved: () => void }

/** The forms a feature has, by the record each edits. What has none is edited on its screen (`RecordWords.href`), or nowhere. */
export type Forms = { readonly [T in SyncedName]?: (props: FormProps) => ReactNode }

/** Instead of a form: the screen that holds it. */
export function GoTo({ href }: { href: string }) {
  const [, navigate] = useLocation()
  useEffect(() => navigate(href), [navigate, href])
  return null
}
