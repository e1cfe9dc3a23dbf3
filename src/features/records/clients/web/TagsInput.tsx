import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTags } from '#features/records/clients/web/data.ts'
import { trimmedEnd } from '#lib/trim.ts'
import { TextInput } from '#ui/TextInput.tsx'

const MOST_TAGS = 30

/** Words to find clients by, typed freely and offered from those in use. Put it in a Field. */
export function TagsInput({ value, onChange }: { value: readonly string[]; onChange: (tags: string[]) => void }) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const offered = useTags().filter((tag) => !has(value, tag))
  const add = (text: string) => {
    const tag = trimmedEnd(text, /,/).trim()
    if (tag && !has(value, tag) && value.length < MOST_TAGS) onChange([...value, offered.find((known) => isSame(known, tag)) ?? tag])
    setTyped('')
  }
  return (
    <div className="grid gap-2">
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => onChange(value.filter((other) => other !== tag))}
                className="inline-flex min-h-12 items-center gap-1.5 rounded-full border border-line-2 bg-sunken px-3 text-14 font-medium md:min-h-8"
              >
                {tag}
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        list={listId}
        autoComplete="off"
        maxLength={40}
        value={typed}
        onChange={(event) => (/,$/.test(event.target.value) ? add(event.target.value) : setTyped(event.target.value))}
        onBlur={() => add(typed)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !typed.trim()) return
          event.preventDefault()
          add(typed)
        }}
      />
      <datalist id={listId}>
        {offered.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </div>
  )
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const has = (tags: readonly string[], tag: string) => tags.some((other) => isSame(other, tag))
