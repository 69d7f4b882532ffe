// Sites by the code in device names, and their BES Cyber Systems with templates of devices and software. Ratings follow
// CIP-002, Attachment 1: high 1.3; medium 2.5 (three 345 kV lines) and 2.1 (1,500 MW behind one DCS). The contract's
// examples create the names MLB345-RTU02, CVPCC-HIST02, "CVBCC Generation Control" and "MLB345 Voltage Control".

/** Low-impact 138 kV substations with identical systems. */
const SUBSTATIONS: Record<string, string> = {
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

export interface DemoSystem {
  site: string;
  /** Without the site code. */
  name: string;
  rating: 'high' | 'medium' | 'low';
  hardware: string[];
  software: string[];
}

type Parts = Omit<DemoSystem, 'site' | 'rating'>;

const at = (site: string, rating: DemoSystem['rating'], systems: Parts[]): DemoSystem[] =>
  systems.map((system) => ({ site, rating, ...system }));

// EACMS, PACS and Protected Cyber Assets are associated with a BES Cyber System, and are no systems of their own.
// They are assets of the system that they protect or share a network with. Badge readers and locks are not PACS.
const accessControl = (firewalls: string, ...others: string[]): string[] => [
  `@-FW{${firewalls}}`,
  '@-JUMP01',
  ...others,
];
const physicalAccess = (controllers: string): string[] => ['@-PACS01', `@-PACS-CTRL{${controllers}}`];
const ACCESS_SOFTWARE = ['Windows Server 2022 (@-JUMP01)', 'Access control server 5.4 (@-PACS01)'];

const ICCP: Parts = {
  name: 'ICCP',
  hardware: ['@-ICCP{01-02}', '@-ICCP-SW01'],
  software: ['ICCP gateway 6.1 (@-ICCP{01-02})'],
};

/** Criterion 2.1 reaches only systems that units share. These serve one unit, in a network of their own. */
const plantUnit = (unit: string): Parts[] => [
  {
    name: `Unit ${unit} Controls`,
    hardware: [
      `@-U${unit}-PLC{01-06}`,
      `@-U${unit}-{GOV,AVR,BMS,VIB}01`,
      `@-U${unit}-HMI{01-02}`,
      `@-U${unit}-{FW,SW}01`,
    ],
    software: [`Turbine control software 7.3 (Unit ${unit})`],
  },
  { name: `Unit ${unit} Protection`, hardware: [`@-U${unit}-{87G,21G,40G,46G,59N,87GT}`], software: [] },
  {
    name: `Unit ${unit} Balance of Plant`,
    hardware: [`@-U${unit}-BOP-PLC{01-03}`, `@-U${unit}-BOP-HMI01`],
    software: [`PLC programming suite 36 (@-U${unit}-BOP)`],
  },
];

/** Two systems of each standard substation. Relays of distribution feeders are not part of the BES. */
const SUBSTATION: Parts[] = [
  { name: 'Protection', hardware: ['@-L138{1-2}-{21P,87L,BF}', '@-87B{1-2}'], software: [] },
  {
    name: 'SCADA',
    hardware: ['@-RTU01', '@-HMI01', '@-FW01', '@-SW01', '@-GPSCLK01'],
    software: ['Substation HMI 4.0 (@-HMI01)'],
  },
];

export const SYSTEMS: DemoSystem[] = [
  ...at('CVPCC', 'high', [
    {
      name: 'EMS/SCADA',
      hardware: [
        '@-EMS-APP{01-04}',
        '@-EMS-DB{01-02}',
        '@-FEP{01-04}',
        '@-OPS-HMI{01-08}',
        '@-ENG-WS{01-02}',
        '@-SW{01-06}',
        '@-GPSCLK01',
        '@-HIST01',
        '@-HIST-REP01',
        ...accessControl('01-04', '@-RADIUS{01-02}', '@-SIEM01', '@-IDS{01-02}'),
        ...physicalAccess('01-06'),
      ],
      software: [
        'EMS application suite 9.2',
        'Red Hat Enterprise Linux 9 (@-EMS-APP{01-04})',
        'Windows 11 IoT Enterprise (@-OPS-HMI{01-08})',
        'Windows Server 2022 (@-HIST01)',
        'Process historian 2024 (@-HIST01)',
        ...ACCESS_SOFTWARE,
      ],
    },
    ICCP,
  ]),
  ...at('CVBCC', 'high', [
    {
      name: 'EMS/SCADA',
      hardware: [
        '@-EMS-APP{01-02}',
        '@-EMS-DB01',
        '@-FEP{01-02}',
        '@-OPS-HMI{01-05}',
        '@-SW{01-04}',
        '@-GPSCLK01',
        ...accessControl('01-02', '@-RADIUS01', '@-IDS01'),
        ...physicalAccess('01-04'),
      ],
      software: [
        'EMS application suite 9.2 (@)',
        'Red Hat Enterprise Linux 9 (@-EMS-APP{01-02})',
        'Windows 11 IoT Enterprise (@-OPS-HMI{01-05})',
        ...ACCESS_SOFTWARE,
      ],
    },
    ICCP,
  ]),
  ...at('MLB345', 'medium', [
    {
      name: 'Protection',
      hardware: ['@-L345{1-3}-{21P,87L,BF}', '@-87B{1-2}', '@-T{1-2}-{87T,51N}', '@-DFR01', '@-ENG-WS01'],
      software: ['SEL-5030 engineering client', 'Windows 11 IoT Enterprise (@-ENG-WS01)'],
    },
    {
      name: 'SCADA',
      hardware: [
        ...['@-RTU01', '@-IO{01-06}', '@-HMI01', '@-SW{01-02}'],
        ...accessControl('01-02', '@-IDS01'),
        ...physicalAccess('01-02'),
      ],
      software: ['Substation HMI 4.0 (@-HMI01)', ...ACCESS_SOFTWARE],
    },
    // The line differential relays align their measurements by this time.
    { name: 'Time Synchronization', hardware: ['@-GPSCLK{01-02}'], software: [] },
  ]),
  ...at('CDR', 'medium', [
    {
      name: 'Shared DCS',
      hardware: [
        '@-U{1-2}-DCS-CTRL{01-04}',
        '@-DCS-HMI{01-06}',
        '@-DCS-ENG{01-02}',
        '@-DCS-HIST01',
        '@-DCS-SW{01-04}',
        '@-DCS-GPSCLK01',
        ...accessControl('01-02', '@-DIODE01'),
        ...physicalAccess('01-03'),
      ],
      software: [
        'DCS engineering suite 8.1',
        'Windows Server 2022 (@-DCS-HIST01)',
        'Windows 11 IoT Enterprise (@-DCS-HMI{01-06})',
        ...ACCESS_SOFTWARE,
      ],
    },
  ]),
  ...at('CDR', 'low', ['1', '2'].flatMap(plantUnit)),
  ...at('HYD', 'low', [
    {
      name: 'Unit Controls',
      hardware: ['@-U{1-4}-GOV01', '@-U{1-4}-EXC01', '@-GATE-PLC{01-02}'],
      software: ['Governor configuration tool 3.2'],
    },
    {
      name: 'Plant SCADA',
      hardware: ['@-RTU01', '@-HMI01', '@-SW01', '@-FW01'],
      software: ['Plant HMI 4.0 (@-HMI01)'],
    },
  ]),
  ...at('SUN', 'low', [
    {
      name: 'Plant Controls',
      hardware: ['@-PPC{01-02}', '@-HMI01', '@-TRK-PLC{01-04}', '@-INV-GW{01-15}'],
      software: ['Power plant controller 2.8'],
    },
    // Its devices were retired: it can be deleted.
    { name: 'Weather Station', hardware: [], software: [] },
    {
      name: 'Interconnection Substation',
      hardware: ['@-RTU01', '@-L1381-{21P,87L,BF}', '@-T1-{87T,51N}', '@-SW01', '@-FW01'],
      software: [],
    },
  ]),
  ...Object.keys(SUBSTATIONS).flatMap((site) => at(site, 'low', SUBSTATION)),
];
