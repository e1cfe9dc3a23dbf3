import type { LucideIcon } from 'lucide-react'

/** A toast stays this long unless it is touched or focused. Spec §9. */
export const TOAST_DURATION_MS = 5000
/** A dismissed toast is forgotten after this long. Spec §9. */
export const TOAST_REMOVE_AFTER_MS = 1_000_000

type Action = { label: string; run: () => void }
export type ToastInput = {
  title: string
  /** What truly happened. */
  description?: string
  /** `destructive` for what failed. */
  variant?: 'default' | 'destructive'
  icon?: LucideIcon
  action?: Action
  /** `Infinity` for one that waits to be answered. */
  durationMs?: number
}
export type Toast = ToastInput & { id: number; isOpen: boolean }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const removals = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows in one line what happened; from anywhere, also outside React. Only the newest is visible. Returns a function that removes it. */
export function toast(input: ToastInput): { dismiss: () => void } {
  for (const older of toasts) dismissToast(older.id)
  const id = ++lastId
  set([...toasts, { ...input, id, isOpen: true }])
  return { dismiss: () => dismissToast(id) }
}

/** Closes a toast now; it is forgotten later, so that it can still slide out and be read by tests and logs. */
export function dismissToast(id: number): void {
  if (!toasts.some((each) => each.id === id && each.isOpen)) return
  set(toasts.map((each) => (each.id === id ? { ...each, isOpen: false } : each)))
  removals.set(
    id,
    setTimeout(() => removeToast(id), TOAST_REMOVE_AFTER_MS),
  )
}

function removeToast(id: number) {
  removals.delete(id)
  set(toasts.filter((each) => each.id !== id))
}

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** The toasts known now, dismissed ones included; the same array until one changes. */
export const currentToasts = (): readonly Toast[] => toasts

/** Calls back whenever the toasts change; returns the way to stop. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
