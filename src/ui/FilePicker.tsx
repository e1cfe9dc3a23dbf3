import type { Ref } from 'react'

type Props = {
  ref: Ref<HTMLInputElement>
  label: string
  id?: string
  accept: string
  multiple?: boolean
  onPick: (files: readonly File[]) => void
}

/** Existing files, and the same one again. The input is invisible: a button presses it through its `ref`, or a label through its `id`. */
export const FilePicker = ({ label, onPick, ...rest }: Props) => (
  <input
    {...rest}
    type="file"
    hidden
    aria-label={label}
    onChange={({ target }) => {
      onPick([...(target.files ?? [])])
      target.value = ''
    }}
  />
)
