type Address = { address: string; city: string; state: string; postalCode: string; country?: string }

/** An address as on a shipping label. */
export const AddressLines = ({ address: { address, city, state, postalCode, country } }: { address: Address }) => (
  <address className="not-italic">
    {address && (
      <>
        {address}
        <br />
      </>
    )}
    {city}, {state} {postalCode}
    <br />
    {country}
  </address>
)
