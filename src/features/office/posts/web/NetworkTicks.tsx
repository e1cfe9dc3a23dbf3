import type { Network } from '#features/office/posts/contract.ts'
import { countCharacters } from '#features/office/posts/rules.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { FieldSet } from '#ui/Field.tsx'

type Props = {
  /** Those that are connected, and those that the post names already. */
  networks: readonly Network[]
  chosen: readonly string[]
  text: string
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** Where a post goes: a tick for each network, with how many of its characters the words take. */
export function NetworkTicks({ networks, chosen, text, error, onChange }: Props) {
  const count = countCharacters(text.trim())
  return (
    <FieldSet legend="Where it goes" {...(error && { error })}>
      {networks.map(({ id, name, account, isOn, text: most }) => (
        <Checkbox
          key={id}
          label={<Name name={name} account={account} />}
          help={isOn ? <Count count={count} most={most} /> : <b className="text-flag-ink">Not connected any more</b>}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(networks.map((one) => one.id).filter((one) => (one === id ? target.checked : chosen.includes(one))))
          }
        />
      ))}
    </FieldSet>
  )
}

const Name = ({ name, account }: Pick<Network, 'name' | 'account'>) => (
  <span className="[overflow-wrap:anywhere]">
    <b>{name}</b>
    {account && `, ${account}`}
  </span>
)

function Count({ count, most }: { count: number; most: number }) {
  const words = `${count.toLocaleString('en-GB')} of ${most.toLocaleString('en-GB')} characters`
  return count > most ? (
    <b className="text-flag-ink tabular-nums">{`${words}: ${(count - most).toLocaleString('en-GB')} too many`}</b>
  ) : (
    <span className="tabular-nums">{words}</span>
  )
}
