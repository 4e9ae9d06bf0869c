export default function ShippingPage() {
  return <h1>ShippingPage</h1>
}
