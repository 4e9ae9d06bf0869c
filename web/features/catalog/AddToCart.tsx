import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { QuantitySelect } from '../../ui/QuantitySelect.tsx'

/** Takes a quantity of the product to the cart, whose page adds it. Works as a plain form before the script is there. */
export function AddToCart({ id, stock }: { id: string; stock: number }) {
  const navigate = useNavigate()
  const [qty, setQty] = useState(1)
  const add = (event: FormEvent) => {
    event.preventDefault()
    navigate(`/cart/${id}?qty=${qty}`)
  }
  if (stock === 0) return <Button disabled>{TEXT.addToCart}</Button>
  return (
    <form action={`/cart/${id}`} onSubmit={add} className="flex gap-3">
      <QuantitySelect value={qty} max={stock} label="Quantity" name="qty" onChange={setQty} />
      <Button className="grow">{TEXT.addToCart}</Button>
    </form>
  )
}
