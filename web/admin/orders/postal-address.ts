/** A postal address below the name of its shop: without a first line that only repeats it. */
export function withoutName(address: string, name: string) {
  const [first = '', ...others] = address.trimStart().split('\n')
  return first.trim().toLowerCase() === name.trim().toLowerCase() ? others.join('\n') : address
}
