// What shoppers' pages say of the feeds.

export const NEWEST = { feed: (shop: string) => `New at ${shop}` } as const
