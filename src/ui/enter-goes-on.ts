import type { KeyboardEvent } from 'react'

/**
 * Of a form: Enter in a line of text, which is a phone's *Next*, goes on to the next one that is still empty, and sends the form when none
 * is. Put it on the form, and `enterKeyHint` on its fields.
 */
export function enterGoesOn(event: KeyboardEvent<HTMLFormElement>) {
  const field = event.target
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement) || !isText(field)) return
  const fields = [...event.currentTarget.elements].filter((each): each is HTMLInputElement => each instanceof HTMLInputElement)
  const next = fields.slice(fields.indexOf(field) + 1).find((each) => isText(each) && each.value === '' && !each.disabled)
  if (!next) return
  event.preventDefault()
  next.focus()
}

const isText = ({ type }: HTMLInputElement) => ['text', 'email', 'tel', 'password'].includes(type)
