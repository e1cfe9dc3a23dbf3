import type { Ref } from 'react'

type Props = {
  ref: Ref<HTMLInputElement>
  label: string
  id?: string
  accept: string
  multiple?: boolean
  onPick: (files: readonly File[]) => void
}

/** Files that are there already, and the same one again. Nobody sees it: a button presses it by its `ref`, or a label by its `id`. */
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
