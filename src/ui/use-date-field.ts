import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { Day } from '#lib/dates.ts'
import { useDateHelp } from '#ui/date-help.ts'
import { type Looks, readDay, writeDay } from '#ui/read-day.ts'

/** What a listener gets: the day, `yyyy-MM-dd`, or empty for none. */
type DayEvent = { type: 'change' | 'blur'; target: { name: string; value: Day | '' } }
/** What a form holds of the field: reading gives the day, and writing shows one. */
export type DayHandle = { value: string; readonly type: 'text'; focus: () => void }

export type DateFieldSettings = {
  name?: string
  /** Controlled; without it the field keeps its own day, from `defaultValue` or the form that it is registered with. */
  value?: string | undefined
  defaultValue?: string | undefined
  min?: string | number | undefined
  max?: string | number | undefined
  /** Which of several days is meant. Without it: back, where `max` ends the days; else ahead. */
  looks?: Looks
  onChange?: ((event: DayEvent) => unknown) | undefined
  onBlur?: ((event: DayEvent) => unknown) | undefined
  ref?: Ref<DayHandle>
}

/**
 * The text of a date field and the day it means. Each readable day is reported at once; what can't be read stays in the box with a sentence,
 * means no day, and holds back the form around it.
 */
export function useDateField({ name = '', value, defaultValue = '', onChange, onBlur, ref, ...bounds }: DateFieldSettings) {
  const today = useDateHelp().useToday()
  const input = useRef<HTMLInputElement>(null)
  const [own, setOwn] = useState(defaultValue)
  const day = value ?? own
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const looks = bounds.looks ?? (bounds.max ? 'back' : 'ahead')
  const reading = { today, looks, min: textOf(bounds.min), max: textOf(bounds.max) }
  const latest = useRef(day)
  latest.current = day
  const reported = useRef(day)
  const afterPress = usePress()

  const report = (next: Day | '') => {
    if (next === latest.current) return
    latest.current = next
    reported.current = next
    setOwn(next)
    onChange?.({ type: 'change', target: { name, value: next } })
  }
  const show = (text: string | undefined, why?: string) => {
    setTyped(text)
    setFault(why)
  }
  const type = (text: string) => {
    show(text)
    const read = readDay(text, reading)
    if (read.day !== undefined) report(read.day)
  }
  /** Applies what was typed; returns whether it is a day, or none. */
  const settle = (): boolean => {
    if (typed === undefined) return true
    const read = readDay(typed, reading)
    show(read.fault && typed, read.fault)
    report(read.day ?? '')
    return !read.fault
  }
  const choose = (next: Day | '') => {
    show(undefined)
    report(next)
  }
  const settling = useRef(settle)
  settling.current = settle
  useFollowing(value, reported, () => show(undefined))
  useHeldForm(input, settling)
  useHandle(ref, { input, latest, write: (next) => [show(undefined), setOwn(next)] })
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !settle()) event.preventDefault()
  }
  const blur = () => {
    // A sentence that appears now would move the very button that is being pressed.
    afterPress(() => settling.current())
    onBlur?.({ type: 'blur', target: { name, value: latest.current } })
  }
  const text = typed ?? writeDay(day, reading)
  const preview = typed === undefined || fault ? '' : writeDay(readDay(typed, reading).day ?? '', reading)
  return { input, day, text, fault, preview, reading, type, choose, keyDown, blur }
}

const textOf = (bound: string | number | undefined) => (bound === undefined || bound === '' ? undefined : String(bound))

/* A day that was set from elsewhere replaces what is being typed. */
function useFollowing(value: string | undefined, reported: { current: string }, forget: () => void) {
  const last = useRef(value)
  // Before anything applies what was typed.
  useLayoutEffect(() => {
    if (value === undefined || value === last.current) return
    last.current = value
    if (value !== reported.current) forget()
    reported.current = value
  })
}

/** Acts at once, or where a button is being pressed after that has done what it does. */
function usePress() {
  const latest = useRef<() => void>(undefined)
  const isDown = useRef(false)
  useEffect(() => {
    const note = ({ type, button }: MouseEvent) => {
      isDown.current = type === 'mousedown' && button === 0
      // The click comes last, and its own handler is called after this.
      if (type === 'click') setTimeout(() => latest.current?.())
    }
    const events = ['mousedown', 'mouseup', 'click'] as const
    for (const name of events) window.addEventListener(name, note, true)
    return () => {
      for (const name of events) window.removeEventListener(name, note, true)
    }
  }, [])
  return (act: () => void) => {
    latest.current = undefined
    if (!isDown.current) return act()
    latest.current = () => {
      latest.current = undefined
      act()
    }
  }
}

/** A form is not sent while a day in it can't be read: the field is focused instead. */
function useHeldForm(input: { current: HTMLInputElement | null }, settling: { current: () => boolean }) {
  useEffect(() => {
    const form = input.current?.form
    const hold = (event: Event) => {
      if (settling.current()) return
      event.preventDefault()
      event.stopPropagation()
      input.current?.focus()
    }
    form?.addEventListener('submit', hold, true)
    return () => form?.removeEventListener('submit', hold, true)
  }, [input, settling])
}

type HandleParts = { input: { current: HTMLInputElement | null }; latest: { current: string }; write: (day: string) => unknown }

/* react-hook-form reads and writes `value` of what it is given, as of an input; here that is the day, and the input shows it in words. */
function useHandle(ref: Ref<DayHandle> | undefined, parts: HandleParts) {
  const now = useRef(parts)
  now.current = parts
  const handle = useRef<DayHandle>(null)
  handle.current ??= {
    type: 'text',
    get value() {
      return now.current.latest.current
    },
    set value(day) {
      // The form may know of no value yet.
      now.current.latest.current = day ?? ''
      now.current.write(day ?? '')
    },
    focus: () => now.current.input.current?.focus(),
  }
  useImperativeHandle(ref, () => handle.current as DayHandle, [])
}
