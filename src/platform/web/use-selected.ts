import { useSearchParams } from 'wouter'

/** The record a list has open, named in the address (`/horses?horse=…`), so that a link opens it and Back closes it. */
export function useSelected(name: string): [id: string | null, select: (id: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const select = (id: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (id) after.set(name, id)
        else after.delete(name)
        return after
      },
      // However many records were opened in turn, one step back leads to the list.
      { replace: params.has(name) },
    )
  return [params.get(name), select]
}
