interface Sizes {
  assets: number;
  systems: number;
  facilities: number;
  entries: number;
  people: number;
  records: number;
}

type AllSizes = Sizes & { organizations: number; small: Partial<Sizes>; months: number };

export const BIG: { id: string; slug: string; name: string };
export const SIZES: AllSizes;
export function smallId(number: number): string;
export function largeDataSql(sizes?: Partial<AllSizes>, now?: Date): string[];
