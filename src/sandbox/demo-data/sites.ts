// Facilities and control centers of the demo data, by the site code in device names.

/** Low-impact 138 kV substations with identical systems. */
export const SUBSTATIONS: Record<string, string> = {
  ASH138: 'Ashford 138 kV Substation',
  BRW138: 'Brightwater 138 kV Substation',
  CLD138: 'Coldwater 138 kV Substation',
  DUN138: 'Dunmore 138 kV Substation',
  ELK138: 'Elkhorn 138 kV Substation',
  FRV138: 'Fairview 138 kV Substation',
  GRN138: 'Granger 138 kV Substation',
  HOL138: 'Hollis 138 kV Substation',
};

export const FACILITIES: Record<string, string> = {
  MLB345: 'Millbrook 345 kV Substation',
  CDR: 'Cedar River Generating Station',
  HYD: 'Sauk Bend Hydroelectric Plant',
  SUN: 'Prairie Sun Solar Plant',
  JUN69: 'Juniper 69 kV Substation', // below 100 kV, without a BES Cyber System: it can be deleted
  ...SUBSTATIONS,
};

export const CONTROL_CENTERS: Record<string, string> = {
  CVPCC: 'Cedar Valley Primary Control Center',
  CVBCC: 'Cedar Valley Backup Control Center',
};
